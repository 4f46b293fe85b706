import type { Community, Point } from '@parvis/contract/community.ts'
import type { City, ListedCommunity } from '@parvis/contract/find.ts'
import type { InformationPlace } from '@parvis/contract/information.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { presentMedia, presentMediaUri, type MediaRow } from '#server/kernel/picture.ts'
import { communityAbilities } from './community.policy.ts'
import type { CommunityRow, PlaceOfCommunity } from './community.queries.ts'
import type { CityRow, ListedCommunityRow } from './find.queries.ts'

/** A GeoJSON point, longitude first; null unless both coordinates are known. */
export const presentPoint = (longitude: number | null, latitude: number | null): Point | null =>
  longitude === null || latitude === null ? null : { type: 'Point', coordinates: [longitude, latitude] }

export const presentCommunity = (
  row: CommunityRow,
  photos: Map<string, MediaRow>,
  /** For a member, the channels of their feed and those they may post on; for others, empty lists. */
  { channelIds, channels }: { channelIds: readonly string[]; channels: Actor['channels'] },
  { signInWithApple }: { signInWithApple: boolean },
): Community => ({
  _id: row.id,
  name: row.name,
  customUri: row.custom_uri,
  communitytype: row.community_type,
  isPrivate: row.is_private,
  needRegisterKey: row.need_register_key,
  needApproval: row.need_approval,
  organizationId: row.organization_id,
  description: row.description,
  lang: { en: { description: row.description_en } },
  defaultLang: row.default_lang,
  timezone: row.timezone,
  logoUri: row.logo && presentMedia(row.logo).uri,
  logo: row.logo && presentMedia(row.logo),
  address: row.address,
  zipCode: row.zip_code,
  city: row.city,
  building: row.building,
  residence: row.residence,
  district: row.district,
  phone: row.phone,
  fax: row.fax,
  mail: row.mail,
  webSiteUrl: row.web_site_url,
  mapUri: presentMediaUri(row.plan_id),
  mapSmallUri: row.plan_id && `${presentMediaUri(row.plan_id)}/card`,
  mapPhotoUri: presentMediaUri(row.map_photo_id),
  loc: presentPoint(row.longitude, row.latitude),
  coordinates: presentPoint(row.longitude, row.latitude)?.coordinates ?? null,
  acceptPosts: row.accept_posts,
  gooddeal: row.gooddeal,
  weather: row.weather,
  subscribe: row.subscribe,
  membersCount: row.members_count,
  slides: row.slides
    .filter(({ about }) => !about || row[about])
    .map(slide => {
      const photo = slide.photo_id ? photos.get(slide.photo_id) : undefined
      return {
        title: slide.title,
        text: slide.text,
        lang: { en: { title: slide.title_en, text: slide.text_en } },
        photo: photo ? presentMedia(photo) : null,
      }
    }),
  channels: channels.map(presentChannel),
  channelsIds: [...channelIds],
  equipmentsIds: row.equipment_ids,
  hasOrganizationChannel: row.has_organization_channel,
  abilities: { ...communityAbilities(row), signInWithApple },
})

type PublicField =
  | '_id'
  | 'name'
  | 'customUri'
  | 'communitytype'
  | 'isPrivate'
  | 'needRegisterKey'
  | 'defaultLang'
  | 'timezone'
  | 'logoUri'
  | 'logo'
  | 'abilities'

/** Fields hidden from outsiders, with their empty values. Add a new field here unless it is public. */
const withheld: Omit<Community, PublicField> = {
  needApproval: false,
  organizationId: null,
  description: null,
  lang: { en: { description: null } },
  address: null,
  zipCode: null,
  city: null,
  building: null,
  residence: null,
  district: null,
  phone: null,
  fax: null,
  mail: null,
  webSiteUrl: null,
  mapUri: null,
  mapSmallUri: null,
  mapPhotoUri: null,
  loc: null,
  coordinates: null,
  acceptPosts: false,
  gooddeal: false,
  weather: false,
  subscribe: false,
  membersCount: null,
  slides: [],
  channels: [],
  channelsIds: [],
  equipmentsIds: [],
  hasOrganizationChannel: false,
}

/** A private community as outsiders see it. */
export const presentForOutsider = (row: CommunityRow, installation: { signInWithApple: boolean }): Community => ({
  ...presentCommunity(row, new Map(), { channelIds: [], channels: [] }, installation),
  ...withheld,
})

/** Enough to render a link to the community. */
export const presentCommunityName = (row: {
  id: string
  name: string
  custom_uri: string
  logo_id: string | null
}) => ({
  _id: row.id,
  name: row.name,
  customUri: row.custom_uri,
  logoUri: presentMediaUri(row.logo_id),
})

export const presentChannel = ({ id, channelType }: Actor['channels'][number]) => ({
  _id: id,
  channeltype: channelType,
})

export const presentLocation = (row: {
  id: string
  kind: 'location' | 'equipment'
  name: string | null
  name_en: string | null
}) => ({ _id: row.id, kind: row.kind, name: row.name, lang: { en: { name: row.name_en } } })

export const presentPlace = (row: PlaceOfCommunity): InformationPlace => ({
  _id: row.id,
  kind: row.kind,
  name: row.name,
  openingTime: row.opening_time,
  description: row.description,
  lang: { en: { name: row.name_en, openingTime: row.opening_time_en, description: row.description_en } },
})

export const presentListedCommunity = (row: ListedCommunityRow): ListedCommunity => ({
  _id: row.id,
  name: row.name,
  customUri: row.custom_uri,
  communitytype: row.community_type,
  logoUri: presentMediaUri(row.logo_id),
  city: row.city,
  loc: presentPoint(row.longitude, row.latitude),
  membersCount: row.members_count,
  abilities: communityAbilities(row),
})

export const presentCity = (row: CityRow): City => ({
  _id: row.id,
  name: row.name,
  department: row.department,
  lang: { en: { department: row.department_en } },
  photoUri: presentMediaUri(row.photo_id),
  longitude: row.longitude,
  latitude: row.latitude,
  approximate: row.approximate,
  communitiesCount: row.communities_count,
  ...(row.found_by && { foundBy: row.found_by }),
})
