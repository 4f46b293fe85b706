/** In the address of a log-in: what its token does is bring back who has left. */
export const RETURN_PARAM = 'back'
