/** A response whose body has come. @throws what the body's stream throws */
export async function completeResponse(answer: Response): Promise<Response> {
  return answer.body ? new Response(await answer.arrayBuffer(), answer) : answer;
}
