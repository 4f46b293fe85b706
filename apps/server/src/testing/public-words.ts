/** What an open community tells everybody of itself, by the calls that may: all else of it is for its members. */
export const publicOfOpen: readonly [route: RegExp, what: RegExp][] = [
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
  // good deals are public: what a professional writes to be read
  [/^GET \/gooddeals(?:\/community)?$/, /^(?:deals\.\w+|communities\.name|media\.alt(?:_en)?)$/],
]
/**
 * Of a private one that there is a door: its name and the picture at it, for who was given its address. A good deal that
 * it shows to the communities around is for anybody, as every other.
 */
export const publicOfPrivate: readonly [route: RegExp, what: RegExp][] = [
  [/^GET \/communities\/:idOrUri$/, /^(?:communities\.name|media\.alt(?:_en)?)$/],
  [/^GET \/events\/community\/:id$/, /^communities\.name$/],
  [/^GET \/gooddeals$/, /^(?:deals\.\w+|media\.alt(?:_en)?)$/],
]
