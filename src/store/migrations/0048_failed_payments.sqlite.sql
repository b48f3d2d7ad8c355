-- Payments that have failed are forgotten after a week.
CREATE INDEX payments_failed ON payments (created_at) WHERE state = 'failed';
