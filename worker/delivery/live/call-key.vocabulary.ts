/** A call, or a page of one: a key of a browser. What a rule takes as `device`, the socket takes too. */
export const CALL_KEY = /^[\w-]{8,64}$/;
