/** The specification calls them gi (guest), yi (neighbor), ji (employee), xi (administrator) and bi (webmaster). */
export const roles = ['guest', 'neighbor', 'advertiser', 'employee', 'administrator', 'webmaster'] as const
export type Role = (typeof roles)[number]

/** Every role but guest, who can only read. */
export const isMember = (role: Role) => role !== 'guest'
export const isStaff = (role: Role) => role === 'employee' || role === 'administrator' || role === 'webmaster'
export const isAdminLike = (role: Role) => role === 'administrator' || role === 'webmaster'

/** Whether this role may write good deals: local professionals and the team. */
export const canOfferDeals = (role: Role) => role === 'advertiser' || isStaff(role)
