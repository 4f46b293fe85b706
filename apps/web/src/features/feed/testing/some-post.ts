import { eventAbilities, type FeedPost } from '@parvis/contract/feed.ts'

type PostOverrides = Partial<Omit<FeedPost, 'eventId' | 'abilities'>> & {
  eventId?: Partial<FeedPost['eventId']>
  abilities?: Partial<FeedPost['abilities']>
}

export const noAbilities = Object.fromEntries(eventAbilities.map(verb => [verb, false])) as FeedPost['abilities']

/** Builds a minimal post as the server returns it, with the given fields. */
export const somePost = (_id: string, { eventId, abilities, ...fields }: PostOverrides = {}): FeedPost => ({
  _id,
  userId: 'ana',
  user: {
    _id: fields.userId ?? 'ana',
    pseudo: fields.userId ?? 'ana',
    firstname: null,
    initial: null,
    building: null,
    role: 'neighbor',
    photoUri: null,
    gender: null,
  },
  communityId: 'home',
  groupId: 'post',
  templateId: null,
  template: null,
  goodDealId: null,
  deal: null,
  place: null,
  choice: null,
  videoTitle: null,
  channelsIds: [],
  interestedUsersIds: [],
  interestedCount: 0,
  interested: false,
  flagged: false,
  messagesCount: 0,
  date: null,
  dateAdded: '2026-01-01T00:00:00Z',
  dateUpdated: '2026-01-01T00:00:00Z',
  version: 1,
  editedAt: null,
  weather: null,
  photo: null,
  ...fields,
  eventId: {
    title: null,
    description: null,
    postDescription: null,
    photoUri: null,
    youtubeVideoId: null,
    dateId: null,
    timeId: null,
    locationId: null,
    equipmentId: null,
    choiceId: null,
    lang: { en: {} },
    ...eventId,
  },
  abilities: { ...noAbilities, answer: true, chat: true, flag: true, ...abilities },
})
