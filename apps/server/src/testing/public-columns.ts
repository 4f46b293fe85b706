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
 * Columns of a private community that anybody who knows its URL may read: its name and the alternative text of its
 * picture. Deals that it shows to nearby communities are as public as those of an open community.
 */
export const publicColumnsOfPrivate: readonly [route: RegExp, what: RegExp][] = [
  [/^GET \/communities\/:idOrUri$/, /^(?:communities\.name|media\.alt(?:_en)?)$/],
  [/^GET \/events\/community\/:id$/, /^communities\.name$/],
  [/^GET \/gooddeals$/, /^(?:deals\.\w+|media\.alt(?:_en)?)$/],
]
