import type { BuildOptions } from 'vite'

type Output = NonNullable<Exclude<NonNullable<NonNullable<BuildOptions['rolldownOptions']>['output']>, unknown[]>>

/** The bundler names a shared chunk after all who share it. */
const firstName = (name: string) => name.replace(/~.*/, '')
const withoutEnding = (name: string) => name.replace(/\.\w+$/, '')

/** What every page begins with keeps its name. */
const firstNames = /^(?:index|react|rolldown-runtime|router)$/

/** What only forms draw with. */
const ofForms =
  /[\\/](?:ui[\\/](?:Checkbox|ConfirmDialog|Field|FileButton|Collapsible|form-columns|FormScreen|PictoRadioGroup|RadioList|Segmented|Select|FormSection|Switch)\.|kernel[\\/](?:http[\\/]upload|picture[\\/](?:is-picture|prepare-photo)))/

/** What lists of posts and of deals have both. */
const ofLists =
  /[\\/](?:ui[\\/](?:NewItemsPill|ScrollTop|scroll-to-top|use-restored-filter-toast|use-share)|kernel[\\/](?:share[\\/](?:route-href|share-links)|screen[\\/](?:at-top|near-end))|routes[\\/](?:-frame[\\/]filter-history|-publish[\\/]kinds|-blocks[\\/]use-block))\./

/** What comes with a map, or with the way to a place, and what several screens need and none of the first. */
const ofFew =
  /[\\/](?:ui[\\/](?:map[\\/]|Menu\.|position-popover\.|Progress\.|Row\.|DirectionsDialog\.|use-directions\.)|kernel[\\/](?:installation[\\/]|device[\\/](?:drafts|geolocation)|offline[\\/]worker-messages|picture[\\/](?:draft-photos|taken-photo)))/

/** The posts that were read. */
const ofPosts =
  /[\\/](?:features[\\/]feed[\\/](?:posts\.store|post-record|feed\.(?:queries|sections)|headline|place-name|when-and-where|post\.queries|has-group|feed\.mutations|components[\\/]AnswerButton)\.tsx?$|kernel[\\/]text[\\/]building-text\.ts$|features[\\/]chat[\\/]current-chat\.ts$|ui[\\/](?:AvatarStack|LinkedText|Tile)\.tsx$|contract[\\/]src[\\/](?:feed|past-event)\.ts$)/

/** What a post looks like in a list, and what is done with it there. */
const ofCards =
  /[\\/]features[\\/]feed[\\/](?:components[\\/](?:Post(?:Card|Body|Header|Footer|Ticket|Answers|Photo|Menu|Video)|MorningWeather|DealInset|Newcomer|PinnedMark|AddToCalendar)\.tsx|(?:answer-meaning|sky|post-text)\.ts)$/

/** Which posts a list shows. */
const ofFeedLists = /[\\/]features[\\/]feed[\\/](?:feed\.(?:lists|templates|top)|use-feed-list)\.ts$/

/** What one's own profile and the first one are filled in with. */
const ofProfiles =
  /[\\/]features[\\/]profile[\\/](?:date-mask|profile-(?:draft|form)|use-(?:photo|form-errors|pseudo-availability)|components[\\/](?:FieldGroup|PasswordFields|ConfirmBox|GenderChoice|AddressFields|ProfileField))\./

/** What sends later what could not be sent at once: nothing that is read needs it. */
const ofOutbox =
  /[\\/](?:kernel[\\/]outbox[\\/](?:outbox|transient-error|use-pending|pending-store|queue-order)|ui[\\/]queue-send)\./

/** Code is split by route; what changes only with a new version of its package stays in the reader's cache. */
export const chunks: Output = {
  // the first file names all others: 42 bits of each are enough, and what they are called stands in the manifest
  chunkFileNames: ({ name }) => {
    const first = firstName(name)
    return firstNames.test(first) ? `assets/${first}-[hash:7].js` : 'assets/[hash:7].js'
  },
  assetFileNames: ({ names: [name = 'asset'] }) =>
    name.endsWith('.css') && !/^index\b/.test(name)
      ? 'assets/[hash:7][extname]'
      : `assets/${firstName(withoutEnding(name))}-[hash:7][extname]`,
  codeSplitting: {
    groups: [
      {
        name: 'react',
        test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store)[\\/]|rolldown[\\/]runtime/,
        priority: 3,
      },
      {
        name: 'router',
        test: /[\\/]node_modules[\\/]@tanstack[\\/](?!query-core|react-query)/,
        priority: 2,
      },
      { name: 'app', tags: ['$initial'], priority: 1 },
      // what the landing draws, and no more: the first visit waits for it
      {
        name: 'landing',
        test: /[\\/]ui[\\/](?:Avatar|ButtonLink|Notice|PublicBar|Photo)\.tsx$/,
        minShareCount: 2,
        priority: 0.5,
      },
      // the parts that most screens draw with and how they ask the server, as one file: small ones would cost more by
      // their number
      {
        name: 'ui',
        test: id =>
          /[\\/](?:ui|kernel|@tanstack[\\/](?:query-core|react-query))[\\/]/.test(id) &&
          !ofForms.test(id) &&
          !ofFew.test(id) &&
          !ofOutbox.test(id),
        minShareCount: 7,
        priority: 0.4,
      },
      { name: 'outbox', test: ofOutbox, minShareCount: 2, priority: 0.4, includeDependenciesRecursively: false },
      // what every screen that shows a post is made of, as a few files, which travel smaller than many
      {
        name: 'posts',
        test: id => ofPosts.test(id),
        minShareCount: 2,
        priority: 0.36,
      },
      { name: 'cards', test: id => ofCards.test(id), minShareCount: 2, priority: 0.35 },
      // what forms and lists have both
      { name: 'switch', test: /[\\/]ui[\\/]Segmented\./, minShareCount: 2, priority: 0.33 },
      {
        name: 'feed-lists',
        test: ofFeedLists,
        minShareCount: 2,
        priority: 0.34,
        includeDependenciesRecursively: false,
      },
      // small parts of the feed and of other lists: each by itself would cost more than it is
      { name: 'lists', test: ofLists, minShareCount: 2, priority: 0.33 },
      // reading needs none of it
      { name: 'forms', test: ofForms, minShareCount: 3, priority: 0.3 },
      { name: 'profile', test: ofProfiles, minShareCount: 2, priority: 0.25, includeDependenciesRecursively: false },
      // what several screens share, in few files: on a slow network each costs a round trip, and six travel at a time
      { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1100 },
    ],
  },
}
