import Type, { type Static } from 'typebox'
import { abilitiesOf, Author, English, Id, Instant, Media, Nullable, NullableText, OneOf } from './entity.ts'
import { eventGroups } from './feed-filter.ts'

/** Values of `dateId` that are not a date: immediately, and to be agreed together. */
export const DATE_NOW = 'now'
export const DATE_TOGETHER = 'together'
/** Name of the place (kind `equipment`) that means the author's own place ("at my place"). */
export const MY_PLACE = 'À mon emplacement'

/** Colours of the pictogram tiles (`--hue-*`). */
export const hues = ['share', 'help', 'lend', 'move', 'kids', 'pets', 'home', 'food', 'sport', 'notice'] as const

/** The weather of the day at four fixed hours, in degrees Celsius. */
const WeatherHours = Type.Array(
  Type.Object({
    hour: Type.Integer(),
    temp: Type.Number(),
    icon: Type.String(),
    description: NullableText,
    lang: English('description'),
  }),
)

const PostContent = Type.Object({
  title: NullableText,
  description: NullableText,
  postDescription: NullableText,
  photoUri: NullableText,
  youtubeVideoId: NullableText,
  dateId: NullableText,
  timeId: NullableText,
  locationId: Nullable(Id),
  equipmentId: Nullable(Id),
  choiceId: NullableText,
  lang: English('title', 'description', 'postDescription'),
})

const Named = Type.Object({ _id: Type.String(), name: NullableText, lang: English('name') })

/** Maximum number of answerers that a post names, latest first; `interestedCount` counts all. */
export const MAX_NAMED_ANSWERERS = 50

export const eventAbilities = [
  'answer',
  'remove',
  'edit',
  /** `move`: change the time or place, or cancel the post. */
  'move',
  'flag',
  'block',
  'chat',
  'seeAnswers',
  'pin',
] as const

/** `template`, `place` and `deal` have only the fields that the feed shows. The post's content is in `eventId` only. */
export const FeedPost = Type.Object({
  _id: Id,
  userId: Id,
  user: Author,
  communityId: Id,
  groupId: OneOf(eventGroups),
  eventId: PostContent,
  templateId: Nullable(Id),
  template: Nullable(
    Type.Object({ _id: Id, name: NullableText, lang: English('name'), picto: Type.String(), hue: OneOf(hues) }),
  ),
  goodDealId: Nullable(Id),
  deal: Nullable(
    Type.Object({
      _id: Id,
      title: NullableText,
      promotion: NullableText,
      lang: English('title', 'promotion'),
      photoUri: NullableText,
    }),
  ),
  place: Nullable(
    Type.Object({
      _id: Id,
      name: NullableText,
      atAuthor: Type.Boolean({ description: "True for the author's own place, whatever it is called." }),
      lang: English('name'),
      stay: Type.Union([Named, Type.Null()], {
        description: "Where the author stays, while the place is the author's own.",
      }),
    }),
  ),
  choice: Type.Union([Named, Type.Null()], {
    description: 'The choice of the author among those that the template offers.',
  }),
  videoTitle: NullableText,
  channelsIds: Type.Array(Id),
  interestedUsersIds: Type.Array(Id, {
    description: `Only those that the viewer may know: oneself; for the author, administrators and the members of its group the latest ${MAX_NAMED_ANSWERERS}, oneself among them.`,
  }),
  interestedCount: Type.Integer(),
  interested: Type.Boolean(),
  flagged: Type.Boolean({ description: 'True when the viewer has reported it.' }),
  hiddenByTeam: Type.Optional(
    Type.Literal(true, { description: 'The team has hidden it: only the author can see it.' }),
  ),
  messagesCount: Type.Integer(),
  date: Nullable(Instant),
  dateAdded: Instant,
  dateUpdated: Instant,
  version: Type.Integer({
    description: 'Increases with every change: of two copies of one event the higher version is the newer one.',
  }),
  pinnedUntil: Type.Optional(
    Type.Union([Instant, Type.Null()], {
      description:
        "While it is pinned to the top of its community's feed: the end of the pin, null for a pin without an end.",
    }),
  ),
  editedAt: Type.Union([Instant, Type.Null()], { description: 'When its author last changed it.' }),
  moved: Type.Optional(
    Type.Object(
      {
        date: Instant,
        from: Type.Union(
          [Type.Object({ dateId: NullableText, timeId: NullableText, date: Nullable(Instant) }), Type.Null()],
          {
            description: 'The previous time; null when the time is unchanged.',
          },
        ),
        place: Type.Boolean({ description: 'True when the place has changed.' }),
      },
      { description: 'Its author has changed the time or the place.' },
    ),
  ),
  cancelled: Type.Optional(
    Type.Object({ date: Instant, reason: NullableText }, { description: 'Its author has cancelled it.' }),
  ),
  weather: Nullable(WeatherHours),
  photo: Nullable(Media),
  abilities: abilitiesOf(...eventAbilities),
})
export type FeedPost = Static<typeof FeedPost>
