/**
 * The only list of error keys. Each has a text `errors.<key>` in both languages (`locales/{en,fr}/frame.json`, or the
 * file of the only feature that shows it). Status 503 means maintenance and nothing else.
 */
export const errorStatus = {
  badrequest: 400,
  missingemailorpseudo: 400,
  missingpassword: 400,
  missingkey: 400,
  missingemail: 400,
  invalidemail: 400,
  alreadyregistereduser: 400,
  alreadyregistereduserothercommunity: 400,
  applenomail: 400,
  pseudomandatory: 400,
  pseudobadformat: 400,
  firstnamemandatory: 400,
  lastnamemandatory: 400,
  invaliddateformat: 400,
  tooyoungerror: 400,
  confirmageerror: 400,
  confirmaddresserror: 400,
  invalidphone: 400,
  accommodationmandatory: 400,
  bookingdatesmandatory: 400,
  departurebeforearrival: 400,
  daysoutsidestay: 400,
  newpasswordmandatory: 400,
  newpasswordbadformat: 400,
  newpasswordcommon: 400,
  floorbadformat: 400,
  apartmentnumberbadformat: 400,
  namemandatory: 400,
  uribadformat: 400,
  descriptionmandatory: 400,
  categorymandatory: 400,
  pastdate: 400,
  invalidvideolink: 400,
  shortkey: 400,
  titlemandatory: 400,
  placemandatory: 400,
  invalidphonenumber: 400,
  invalidweblink: 400,
  enddatebeforestart: 400,
  rulemandatory: 400,
  reasonmandatory: 400,
  daysmandatory: 400,
  pushunavailable: 400,
  nosession: 401,
  baduserpassword: 401,
  codemissing: 401,
  badcode: 401,
  badneighborhoodkey: 401,
  tokenexpired: 401,
  appleerror: 401,
  forbidden: 403,
  minorfirstcontact: 403,
  minorlocation: 403,
  minorbirthdate: 403,
  adultbirthdate: 403,
  proofneeded: 403,
  guestforbidden: 403,
  suspended: 403,
  unauthorized: 403,
  error404: 404,
  unknown: 404,
  unknownemail: 404,
  otheruser: 409,
  pastevent: 409,
  calledoff: 409,
  pseudoduplicate: 409,
  laststaff: 409,
  toomanypinned: 409,
  toomanyplaces: 409,
  dealchanged: 409,
  alreadydecided: 409,
  closedbydecision: 409,
  overruled: 409,
  popup2: 406,
  obsolete: 411,
  toolarge: 413,
  unsupportedmedia: 415,
  popup4: 423,
  toomanyrequests: 429,
  unexpectederror: 500,
  weatherunavailable: 502,
  maintenance: 503,
  storagefull: 507,
} as const

export type ErrorKey = keyof typeof errorStatus

export const commonErrors = [
  'badrequest',
  'obsolete',
  'otheruser',
  'toolarge',
  'unsupportedmedia',
  'unexpectederror',
  'maintenance',
  'storagefull',
] as const satisfies readonly ErrorKey[]

/** The body of every error response. `field` names the input that caused the error. */
export interface ErrorAnswer {
  error: { key: ErrorKey; params?: Record<string, string | number>; field?: string }
}

/** A violated rule. The `validate…` functions return the first one in the order of the form. */
export interface ValidationError {
  key: ErrorKey
  field: string
  params?: Record<string, string | number>
}
