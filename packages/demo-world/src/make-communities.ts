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
  /** Its own channels and those of its organisation. */
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

export const makeCommunities = ({ random: rootRandom, now, idAt }: Seed): Communities => {
  const at = new Date(now.getTime() - AGE_DAYS * DAY_MS)
  const newId = createIdGenerator(idAt, rootRandom.fork('communities'))
  const newInformationId = createIdGenerator(idAt, rootRandom.fork('information'))
  const pictures: Picture[] = []

  const city = {
    id: newId(at),
    photoId: newId(at),
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

  const names = new Set(texts.flatMap(({ organization }) => organization ?? []))
  const organizations = [...names].map(name => ({
    id: newId(at),
    name,
    channels: { OrganizationTemplateChannel: newId(at), OrganizationEventChannel: newId(at) },
  }))

  const communities = texts.map((demo): Community => {
    const id = newId(at)
    const logoId = newId(at)
    pictures.push({ id: logoId, drawing: `logos/${demo.uri}`, class: 'public', communityId: id, alt: null, at })
    const [planId, mapPhotoId, welcomeId] = [newInformationId(at), newInformationId(at), newInformationId(at)]
    const demoInformation = information[demo.uri]!
    const shown = { class: 'community', communityId: id, at } as const
    pictures.push(
      { ...shown, id: planId, drawing: `plans/${demo.uri}`, alt: demoInformation.plan },
      { ...shown, id: mapPhotoId, drawing: `maps/${demo.uri}`, alt: null },
    )
    const slides = demo.slides.map(({ photo: shown, title, text, about }) => {
      const photoId = newId(at)
      pictures.push({
        id: photoId,
        drawing: drawingOf(shown),
        class: 'public',
        communityId: id,
        alt: shown.alt,
        at,
      })
      return { photoId, title, text, about }
    })
    const organization = organizations.find(({ name }) => name === demo.organization)
    const ownChannels = {
      TemplateChannel: newId(at),
      ShareChannel: newId(at),
      NeighborhoodEventChannel: newId(at),
    }
    return {
      id,
      texts: demo,
      organizationId: organization?.id ?? null,
      logoId,
      information: demoInformation,
      planId,
      mapPhotoId,
      welcomeId,
      slides,
      ownChannels,
      channels: { ...ownChannels, ...organization?.channels },
      places: places.map(({ onCamping, ...place }) => ({
        ...place,
        // The description of the garden does not apply to the pine wood.
        ...(demo.type === 'Camping' && onCamping && { name: onCamping, opening: undefined, words: undefined }),
        id: newId(at),
      })),
      createdAt: at,
    }
  })
  return { city, organizations, communities, pictures }
}
