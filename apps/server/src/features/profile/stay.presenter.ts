import type { OwnStay } from '@parvis/contract/profile.ts'
import type { OwnStayRow } from './stay.queries.ts'

export const presentOwnStay = (row: OwnStayRow): OwnStay => ({
  locationId: row.place_id,
  location: { name: row.name, lang: { en: { name: row.name_en } } },
  arrival: row.arrival,
  departure: row.departure,
  from: row.given_arrival,
  until: row.given_departure,
})
