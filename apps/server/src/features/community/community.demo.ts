import type { ChannelType } from '@parvis/contract/community.ts'
import { TIMEZONE } from '@parvis/demo-world/days.ts'
import type { Communities, Community } from '@parvis/demo-world/make-communities.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import type { SecretBox } from '#server/kernel/secret-box.ts'

const DEFAULT_COMMUNITY = 'les-tilleuls'

const communityRow = (community: Community, cityId: string, secretBox: SecretBox, welcomeBytes: number) => {
  const { texts, slides, information } = community
  return {
    id: community.id,
    organization_id: community.organizationId,
    city_id: cityId,
    name: texts.name,
    custom_uri: texts.uri,
    community_type: texts.type,
    is_private: texts.isPrivate,
    register_key: texts.registerKey ? secretBox.seal(texts.registerKey) : null,
    description: texts.tagline.fr,
    description_en: texts.tagline.en,
    default_lang: 'fr' as const,
    timezone: TIMEZONE,
    logo_id: community.logoId,
    address: texts.address,
    zip_code: texts.zipCode,
    city: texts.city,
    phone: texts.phone,
    fax: information.fax,
    building: information.building,
    residence: information.residence,
    district: information.district,
    opening_time: information.opening.fr,
    opening_time_en: information.opening.en,
    useful_numbers: JSON.stringify(
      information.numbers.map(({ name, phone, kind }) => ({ name: name.fr, name_en: name.en, phone, kind })),
    ) as never,
    plan_id: community.planId,
    map_photo_id: community.mapPhotoId,
    welcome_id: community.welcomeId,
    welcome_bytes: welcomeBytes,
    welcome_at: community.createdAt,
    mail: texts.mail,
    web_site_url: texts.webSiteUrl,
    longitude: texts.lon,
    latitude: texts.lat,
    accept_posts: texts.flags.acceptPosts,
    gooddeal: texts.flags.gooddeal,
    weather: texts.flags.weather,
    subscribe: texts.flags.subscribe,
    is_default: texts.uri === DEFAULT_COMMUNITY,
    templates_updated_at: community.createdAt,
    created_at: community.createdAt,
    slides: JSON.stringify(
      slides.map(({ photoId, title, text, about }) => ({
        photo_id: photoId,
        ...(about && { about }),
        title: title.fr,
        title_en: title.en,
        text: text.fr,
        text_en: text.en,
      })),
    ) as never,
  }
}

const channelRows = (channels: Community['channels'], owner: { communityId?: string; organizationId?: string }) =>
  Object.entries(channels).map(([type, id]) => ({
    id,
    community_id: owner.communityId ?? null,
    organization_id: owner.organizationId ?? null,
    channel_type: type as ChannelType,
  }))

/** Inserts the city, its communities, channels and places; their pictures and PDFs must already exist. */
export const writeDemoCommunities = async (
  tx: Tx,
  { city, organizations, communities }: Communities,
  secretBox: SecretBox,
  welcomeSizes: ReadonlyMap<string, number>,
) => {
  const { photoId, ...cityRow } = city
  await tx
    .insertInto('cities')
    .values({ ...cityRow, photo_id: photoId })
    .execute()
  await tx
    .insertInto('organizations')
    .values(organizations.map(({ id, name }) => ({ id, name })))
    .execute()
  await tx
    .insertInto('communities')
    .values(communities.map(one => communityRow(one, city.id, secretBox, welcomeSizes.get(one.welcomeId)!)))
    .execute()
  await tx
    .insertInto('channels')
    .values([
      ...organizations.flatMap(({ id, channels }) => channelRows(channels, { organizationId: id })),
      ...communities.flatMap(({ id, ownChannels }) => channelRows(ownChannels, { communityId: id })),
    ])
    .execute()
  await tx
    .insertInto('community_channels')
    .values(
      communities.flatMap(({ id, channels }) =>
        Object.values(channels).map(channelId => ({ community_id: id, channel_id: channelId })),
      ),
    )
    .execute()
  await tx
    .insertInto('places')
    .values(
      communities.flatMap(({ id: communityId, places }) =>
        places.map(({ id, kind, name, opening, words }) => ({
          community_id: communityId,
          id,
          kind,
          name: name.fr,
          name_en: name.en,
          opening_time: opening?.fr ?? null,
          opening_time_en: opening?.en ?? null,
          description: words?.fr ?? null,
          description_en: words?.en ?? null,
        })),
      ),
    )
    .execute()
}
