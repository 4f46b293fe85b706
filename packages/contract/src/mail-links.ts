/** Query parameter of the log-in page: if set, the token in the fragment undoes a departure from the community. */
export const UNDO_DEPARTURE_PARAM = 'back'

/**
 * The URL of a community’s log-in page with a link’s token in the fragment. Browsers send no fragment to a server, so
 * the token is in no access log and no Referer. `communityUrl` is the URL of the landing page.
 */
export const linkWithToken = (communityUrl: string, token: string, { undoesDeparture = false } = {}): string =>
  `${communityUrl}/connexion${undoesDeparture ? `?${UNDO_DEPARTURE_PARAM}=true` : ''}#token=${token}`
