/** What the tests use of swagger-client, which brings no types of its own. */
declare module "swagger-client" {
  interface BuiltRequest {
    readonly url: string;
    readonly method: string;
  }
  const SwaggerClient: {
    buildRequest(options: object): BuiltRequest;
    http(request: object): Promise<unknown>;
  };
  export default SwaggerClient;
}
