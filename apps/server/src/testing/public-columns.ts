/** Columns of an open community that anybody may read, by call; all other columns are for its members. */
export const publicColumnsOfOpen: readonly [route: RegExp, what: RegExp][] = [
  [
    /^GET \/communities\/:idOrUri$/,
    /^(?:communities\.(?:name|description(?:_en)?|address|zip_code|city|phone|fax|mail|web_site_url|building|residence|district)|media\.alt(?:_en)?)$/,
  ],
  [
    /^GET \/communities\/:idOrUri\/information$/,
    /^(?:communities\.opening_time(?:_en)?|places\.(?:name|description|opening_time)(?:_en)?|media\.alt(?:_en)?)$/,
  ],
  [/^GET \/communities(?:\/near|\/search)?$/, /^communities\.(?:name|city)$/],
  [/^GET \/events\/community\/:id$/, /^communities\.name$/],
  [/^GET \/gooddeals(?:\/community)?$/, /^(?:deals\.\w+|communities\.name|media\.alt(?:_en)?)$/],
]
/**
 * Columns of a private community that anybody who knows its URL may read: name and picture. A deal that the community
 * shows to nearby communities is as public as any other deal.
 */
export const publicColumnsOfPrivate: readonly [route: RegExp, what: RegExp][] = [
  [/^GET \/communities\/:idOrUri$/, /^(?:communities\.name|media\.alt(?:_en)?)$/],
  [/^GET \/events\/community\/:id$/, /^communities\.name$/],
  [/^GET \/gooddeals$/, /^(?:deals\.\w+|media\.alt(?:_en)?)$/],
]
