/** Query parameter of the log-in page: the token undoes a departure. */
export const RETURN_PARAM = 'back'

/**
 * The log-in page of a community with a link's token in the fragment, which browsers send to no server: it appears in
 * no access log and no Referer. `community` is the address of its landing page.
 */
export const linkWithToken = (community: string, token: string, { undoesDeparture = false } = {}): string =>
  `${community}/connexion${undoesDeparture ? `?${RETURN_PARAM}=true` : ''}#token=${token}`
