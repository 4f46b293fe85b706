import Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { Day, Id, Nullable } from './entity.ts'
import type { RuleBreak } from './errors.ts'
import { OwnStay } from './profile.ts'

export const StayChange = {
  locationId: Type.Optional(Nullable(Id)),
  arrival: Type.Optional(Nullable(Day)),
  departure: Type.Optional(Nullable(Day)),
}

export const correctStay = endpoint({
  method: 'POST',
  path: '/api/booking',
  summary: 'Correct where and when one stays, within the days that the team has given; what is absent stays',
  access: 'member',
  whenSuspended: false,
  body: Type.Object(StayChange),
  answer: OwnStay,
  errors: [
    'accommodationmandatory',
    'bookingdatesmandatory',
    'departurebeforearrival',
    'daysoutsidestay',
    'error404',
    'toomanyrequests',
  ],
})

export interface StayDays {
  locationId?: string | null
  arrival?: string | null
  departure?: string | null
}

/** Where the stay is and its days: an accommodation, an arrival, and a departure that is not before it. */
export const checkStay = (stay: StayDays): RuleBreak | null => {
  if (!stay.locationId) return { key: 'accommodationmandatory', field: 'locationId' }
  if (!stay.arrival) return { key: 'bookingdatesmandatory', field: 'arrival' }
  if (!stay.departure) return { key: 'bookingdatesmandatory', field: 'departure' }
  return stay.departure < stay.arrival ? { key: 'departurebeforearrival', field: 'departure' } : null
}

/** The same of what its guest says: other days than those that were given are the team's to give. */
export const checkOwnStay = (stay: StayDays, { from, until }: Pick<OwnStay, 'from' | 'until'>): RuleBreak | null => {
  const broken = checkStay(stay)
  if (broken) return broken
  if (stay.arrival! < from || stay.arrival! > until) return { key: 'daysoutsidestay', field: 'arrival' }
  return stay.departure! > until ? { key: 'daysoutsidestay', field: 'departure' } : null
}
