/** The recorded answer that a new actor begins with: its run reads it, and its test plays it. */
export const EXAMPLE_EXCHANGE = {
  request: { method: "GET", url: "https://api.example.com/search?q=tea" },
  response: {
    status: 200,
    headers: { "content-type": "application/json" },
    body: {
      results: [
        { title: "Green tea", score: 0.9 },
        { title: "Black tea", score: null },
      ],
    },
  },
};
