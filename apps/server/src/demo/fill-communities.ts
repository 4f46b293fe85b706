import type { ChannelType } from '@parvis/contract/community.ts'
import { foldKey, hashPassword } from '../kernel/secrets.ts'
import { logos } from './art/logos.ts'
import { scenes } from './art/scenes.ts'
import { DAY_MS, idFrom, type Workshop } from './seed.ts'
import { communities, type DemoCommunity } from './texts/communities.ts'
import { places } from './texts/places.ts'
import { photo } from './texts/scenes.ts'

const AGE_DAYS = 400
const city = photo('lake', 3)

/** A community of the demo world with what the other parts need of it. */
export interface FilledCommunity {
  id: string
  organizationId: string | null
  demo: DemoCommunity
  channels: Partial<Record<ChannelType, string>>
  placeIds: Map<string, string>
  logoId: string
}

export const fillCommunities = async ({
  db,
  studio,
  random: whole,
  now,
}: Workshop): Promise<{ cityId: string; communities: FilledCommunity[] }> => {
  const random = whole.fork('communities')
  const at = new Date(now.getTime() - AGE_DAYS * DAY_MS)
  const cityId = idFrom(random, at)
  const cityPhotoId = idFrom(random, at)
  await studio.store([
    { id: cityPhotoId, svg: scenes[city.scene](city.view), class: 'public', communityId: null, alt: city.alt, at },
  ])
  await db
    .insertInto('cities')
    .values({
      id: cityId,
      name: 'Annecy',
      uri: 'annecy',
      department: 'Haute-Savoie',
      photo_id: cityPhotoId,
      longitude: 6.1286,
      latitude: 45.8987,
    })
    .execute()

  const organizationIds = new Map<string, string>()
  const organizationChannels = new Map<string, Partial<Record<ChannelType, string>>>()
  for (const name of new Set(communities.flatMap(({ organization }) => organization ?? []))) {
    const id = idFrom(random, at)
    const channels = { OrganizationTemplateChannel: idFrom(random, at), OrganizationEventChannel: idFrom(random, at) }
    organizationIds.set(name, id)
    organizationChannels.set(name, channels)
    await db.insertInto('organizations').values({ id, name }).execute()
    await db
      .insertInto('channels')
      .values(
        Object.entries(channels).map(([type, channelId]) => ({
          id: channelId,
          community_id: null,
          organization_id: id,
          channel_type: type as ChannelType,
        })),
      )
      .execute()
  }

  const filled: FilledCommunity[] = []
  for (const demo of communities) {
    const id = idFrom(random, at)
    const logoId = idFrom(random, at)
    const slidePhotos = demo.slides.map(({ photo: { scene, view, alt } }) => ({
      id: idFrom(random, at),
      svg: scenes[scene](view),
      class: 'public' as const,
      communityId: id,
      alt,
      at,
    }))
    await studio.store([
      { id: logoId, svg: logos[demo.uri as keyof typeof logos], class: 'public', communityId: id, at },
      ...slidePhotos,
    ])
    const organizationId = demo.organization ? organizationIds.get(demo.organization)! : null
    await db
      .insertInto('communities')
      .values({
        id,
        organization_id: organizationId,
        city_id: cityId,
        name: demo.name,
        custom_uri: demo.uri,
        community_type: demo.type,
        is_private: demo.isPrivate,
        register_key_hash: demo.registerKey ? await hashPassword(foldKey(demo.registerKey)) : null,
        description: demo.tagline.fr,
        description_en: demo.tagline.en,
        default_lang: 'fr',
        timezone: 'Europe/Paris',
        logo_id: logoId,
        address: demo.address,
        zip_code: demo.zipCode,
        city: demo.city,
        phone: demo.phone,
        fax: null,
        mail: demo.mail,
        web_site_url: demo.webSiteUrl,
        longitude: demo.lon,
        latitude: demo.lat,
        accept_posts: demo.flags.acceptPosts,
        gooddeal: demo.flags.gooddeal,
        weather: demo.flags.weather,
        subscribe: demo.flags.subscribe,
        is_default: demo.uri === 'les-tilleuls',
        templates_updated_at: at,
        created_at: at,
        slides: JSON.stringify(
          demo.slides.map((slide, index) => ({
            photo_id: slidePhotos[index]!.id,
            title: slide.title.fr,
            title_en: slide.title.en,
            text: slide.text.fr,
            text_en: slide.text.en,
          })),
        ) as never,
      })
      .execute()
    const own = {
      TemplateChannel: idFrom(random, at),
      ShareChannel: idFrom(random, at),
      NeighborhoodEventChannel: idFrom(random, at),
    }
    await db
      .insertInto('channels')
      .values(
        Object.entries(own).map(([type, channelId]) => ({
          id: channelId,
          community_id: id,
          organization_id: null,
          channel_type: type as ChannelType,
        })),
      )
      .execute()
    const channels = { ...own, ...(demo.organization && organizationChannels.get(demo.organization)) }
    await db
      .insertInto('community_channels')
      .values(Object.values(channels).map(channelId => ({ community_id: id, channel_id: channelId })))
      .execute()
    const placeIds = new Map(places.map(place => [place.key, idFrom(random, at)]))
    await db
      .insertInto('places')
      .values(
        places.map(place => ({
          community_id: id,
          id: placeIds.get(place.key)!,
          kind: place.kind,
          name: place.name.fr,
          name_en: place.name.en,
        })),
      )
      .execute()
    filled.push({ id, organizationId, demo, channels, placeIds, logoId })
  }
  return { cityId, communities: filled }
}
