import Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { Day, Id, Nullable } from './entity.ts'
import type { ValidationError } from './errors.ts'
import { OwnStay } from './profile.ts'

export const StayChange = {
  locationId: Type.Optional(Nullable(Id)),
  arrival: Type.Optional(Nullable(Day)),
  departure: Type.Optional(Nullable(Day)),
}

export const correctStay = endpoint({
  method: 'POST',
  path: '/api/booking',
  summary:
    'Correct the place and dates of the own stay, within the days assigned by the team; absent fields stay unchanged',
  access: 'member',
  allowSuspended: false,
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

/** Validates a stay: an accommodation, an arrival, and a departure that is not before the arrival. */
export const validateStay = (stay: StayDays): ValidationError | null => {
  if (!stay.locationId) return { key: 'accommodationmandatory', field: 'locationId' }
  if (!stay.arrival) return { key: 'bookingdatesmandatory', field: 'arrival' }
  if (!stay.departure) return { key: 'bookingdatesmandatory', field: 'departure' }
  return stay.departure < stay.arrival ? { key: 'departurebeforearrival', field: 'departure' } : null
}

/** Validates a change by the member who stays: only the team can assign other days. */
export const validateOwnStay = (
  stay: StayDays,
  { from, until }: Pick<OwnStay, 'from' | 'until'>,
): ValidationError | null => {
  const error = validateStay(stay)
  if (error) return error
  if (stay.arrival! < from || stay.arrival! > until) return { key: 'daysoutsidestay', field: 'arrival' }
  return stay.departure! > until ? { key: 'daysoutsidestay', field: 'departure' } : null
}
