/** In the address of a log-in: what its token does is bring back who has left. */
export const RETURN_PARAM = 'back'

/**
 * The address of a community's log-in to which a link's token is given, behind the #: what stands there comes to no
 * server, so that no access log and no Referer has it. `community`: the address of its landing.
 */
export const linkWithToken = (community: string, token: string, { leadsBack = false } = {}): string =>
  `${community}/connexion${leadsBack ? `?${RETURN_PARAM}=true` : ''}#token=${token}`
