-- A line may tell of what belongs to no account, such as the operator's OAuth clients: its account is "".
ALTER TABLE audit DROP CONSTRAINT audit_account_id_fkey;
