/** How long an answer of the server is waited for, in milliseconds. */
export const PATIENCE = 10_000;
