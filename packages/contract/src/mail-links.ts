/** Query parameter of the log-in page: the link's token undoes a departure from the community. */
export const RETURN_PARAM = 'back'

/**
 * The URL of a community's log-in page with a link's token in the fragment. Browsers send no fragment to a server, so
 * the token is in no access log and no Referer. `community` is the URL of its landing page.
 */
export const linkWithToken = (community: string, token: string, { undoesDeparture = false } = {}): string =>
  `${community}/connexion${undoesDeparture ? `?${RETURN_PARAM}=true` : ''}#token=${token}`
