import {
  type CommunityInformation,
  usefulNumberKinds,
  type StaffMember,
  type UsefulNumber,
  WELCOME_PDF,
} from '@parvis/contract/information.ts'
import { requestUrl } from '@parvis/contract/endpoint.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { presentMedia } from '#server/kernel/picture.ts'
import type { readInformation } from '../community/community-information.service.ts'
import type { listNamedPlaces } from '../community/place.service.ts'
import { presentPlace, presentPoint } from '../community/community.presenter.ts'
import { presentAuthor } from '#server/kernel/author.ts'
import { canWriteToTeam, informationAbilities } from './information.policy.ts'
import type { StaffRow } from './information.queries.ts'

type InformationRow = Awaited<ReturnType<typeof readInformation>>

const presentNumber = ({ name, name_en, phone, kind }: InformationRow['useful_numbers'][number]): UsefulNumber => ({
  name,
  lang: { en: { name: name_en } },
  phone,
  kind,
})

const presentStaff = (actor: Actor, { author, job }: StaffRow): StaffMember => ({
  ...presentAuthor(author),
  job,
  abilities: { chat: author.id !== actor.userId && canWriteToTeam(actor, actor.communityId) },
})

export interface InformationParts {
  row: InformationRow
  places: Awaited<ReturnType<typeof listNamedPlaces>>
  equipmentsIds: string[]
  /** Null if the viewer is not a member and must not see the staff. */
  staff: { actor: Actor; rows: readonly StaffRow[] } | null
  invitation: CommunityInformation['invitation']
}

export const presentInformation = (
  actor: Actor | null,
  { row, places, equipmentsIds, staff, invitation }: InformationParts,
): CommunityInformation => {
  const place = { communityId: row.id, organizationId: row.organization_id }
  const abilities = informationAbilities(actor, place)
  const welcome =
    abilities.readWelcome && row.welcome_at
      ? {
          uri: `${requestUrl(WELCOME_PDF, { id: row.id })}?v=${row.welcome_id!.slice(-8)}`,
          bytes: row.welcome_bytes!,
          date: row.welcome_at.toISOString(),
        }
      : null
  return {
    _id: row.id,
    openingTime: row.opening_time,
    lang: { en: { openingTime: row.opening_time_en } },
    coordinates: presentPoint(row.longitude, row.latitude)?.coordinates ?? null,
    plan: row.plan && presentMedia(row.plan),
    mapPhoto: row.map_photo && presentMedia(row.map_photo),
    places: places.map(presentPlace),
    equipmentsIds,
    channelsIds: actor?.communityId === row.id ? [...actor.channelIds] : [],
    usefulNumbers: row.useful_numbers
      .toSorted((one, other) => usefulNumberKinds.indexOf(one.kind) - usefulNumberKinds.indexOf(other.kind))
      .map(presentNumber),
    staff: staff ? staff.rows.map(one => presentStaff(staff.actor, one)) : [],
    welcome,
    pdfUri: welcome?.uri ?? null,
    invitation,
    qrcodeUri: invitation?.link ?? null,
    abilities,
  }
}
