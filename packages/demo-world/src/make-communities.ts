import type { ChannelType } from '@parvis/contract/community.ts'
import { DAY_MS } from './days.ts'
import { drawingOf, type Picture } from './pictures.ts'
import { createIdGenerator, type Seed } from './seed.ts'
import type { Bilingual } from './texts/bilingual.ts'
import { communities as texts, type DemoCommunity } from './texts/communities.ts'
import { information, type DemoInformation } from './texts/information.ts'
import { places, type DemoPlace } from './texts/places.ts'
import { photo } from './texts/scenes.ts'

const AGE_DAYS = 400
const cityPhoto = photo('lake', 3)

type Channels = Partial<Record<ChannelType, string>>

export interface Organization {
  id: string
  name: string
  channels: Channels
}

export interface Community {
  id: string
  texts: DemoCommunity
  organizationId: string | null
  logoId: string
  information: DemoInformation
  planId: string
  mapPhotoId: string
  welcomeId: string
  slides: { photoId: string; title: Bilingual; text: Bilingual; about?: 'gooddeal' | 'weather' }[]
  ownChannels: Channels
  /** The channels of the community and those of its organisation. */
  channels: Channels
  places: (Omit<DemoPlace, 'onCamping'> & { id: string })[]
  createdAt: Date
}

export interface City {
  id: string
  name: string
  uri: string
  department: string
  photoId: string
  longitude: number
  latitude: number
}

export interface Communities {
  city: City
  organizations: Organization[]
  communities: Community[]
  pictures: Picture[]
}

/**
 * Shared by the functions below: creates ids with the date of the founding of the communities, and collects the
 * pictures to draw.
 */
interface GenerationContext {
  newId: () => string
  /** Uses a random stream of its own, so that the information pages do not change the other ids. */
  newInformationId: () => string
  pictures: Picture[]
  at: Date
}

const makeCity = ({ newId, pictures, at }: GenerationContext): City => {
  const city = {
    id: newId(),
    photoId: newId(),
    name: 'Annecy',
    uri: 'annecy',
    department: 'Haute-Savoie',
    longitude: 6.1286,
    latitude: 45.8987,
  }
  pictures.push({
    id: city.photoId,
    drawing: drawingOf(cityPhoto),
    class: 'public',
    communityId: null,
    alt: cityPhoto.alt,
    at,
  })
  return city
}

const makeInformation = ({ newInformationId, pictures, at }: GenerationContext, communityId: string, uri: string) => {
  const [planId, mapPhotoId, welcomeId] = [newInformationId(), newInformationId(), newInformationId()]
  const demoInformation = information[uri]!
  const shown = { class: 'community', communityId, at } as const
  pictures.push(
    { ...shown, id: planId, drawing: `plans/${uri}`, alt: demoInformation.plan },
    { ...shown, id: mapPhotoId, drawing: `maps/${uri}`, alt: null },
  )
  return { information: demoInformation, planId, mapPhotoId, welcomeId }
}

const makeSlides = (
  { newId, pictures, at }: GenerationContext,
  communityId: string,
  demo: DemoCommunity,
): Community['slides'] =>
  demo.slides.map(({ photo: shown, title, text, about }) => {
    const photoId = newId()
    pictures.push({ id: photoId, drawing: drawingOf(shown), class: 'public', communityId, alt: shown.alt, at })
    return { photoId, title, text, about }
  })

const makePlaces = ({ newId }: GenerationContext, { type }: DemoCommunity): Community['places'] =>
  places.map(({ onCamping, ...place }) => ({
    ...place,
    // On the camping site the garden is a pine wood, to which the opening hours and words of the garden do not apply.
    ...(type === 'Camping' && onCamping && { name: onCamping, opening: undefined, words: undefined }),
    id: newId(),
  }))

const makeCommunity = (
  context: GenerationContext,
  demo: DemoCommunity,
  organization: Organization | undefined,
): Community => {
  const { newId, pictures, at } = context
  const id = newId()
  const logoId = newId()
  pictures.push({ id: logoId, drawing: `logos/${demo.uri}`, class: 'public', communityId: id, alt: null, at })
  const informationPage = makeInformation(context, id, demo.uri)
  const slides = makeSlides(context, id, demo)
  const ownChannels = {
    TemplateChannel: newId(),
    ShareChannel: newId(),
    NeighborhoodEventChannel: newId(),
  }
  return {
    id,
    texts: demo,
    organizationId: organization?.id ?? null,
    logoId,
    ...informationPage,
    slides,
    ownChannels,
    channels: { ...ownChannels, ...organization?.channels },
    places: makePlaces(context, demo),
    createdAt: at,
  }
}

export const makeCommunities = ({ random: rootRandom, now, idAt }: Seed): Communities => {
  const at = new Date(now.getTime() - AGE_DAYS * DAY_MS)
  const newIdAt = createIdGenerator(idAt, rootRandom.fork('communities'))
  const newInformationIdAt = createIdGenerator(idAt, rootRandom.fork('information'))
  const pictures: Picture[] = []
  const context: GenerationContext = {
    newId: () => newIdAt(at),
    newInformationId: () => newInformationIdAt(at),
    pictures,
    at,
  }
  const city = makeCity(context)
  const names = new Set(texts.flatMap(({ organization }) => organization ?? []))
  const organizations = [...names].map(name => ({
    id: context.newId(),
    name,
    channels: { OrganizationTemplateChannel: context.newId(), OrganizationEventChannel: context.newId() },
  }))
  const communities = texts.map(demo =>
    makeCommunity(
      context,
      demo,
      organizations.find(({ name }) => name === demo.organization),
    ),
  )
  return { city, organizations, communities, pictures }
}
