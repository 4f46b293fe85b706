/** Where somebody is to be led, in degrees. */
interface Place {
  latitude: number
  longitude: number
}

/** An app that shows the way to a place, by how each system knows it: where it is not named, it is not there. */
export interface MapApp {
  name: string
  /** The scheme that it opens, without `://`; it must be declared to be asked for. */
  ios?: string
  /** Its package; it must be declared to be seen. */
  android?: string
  href: (place: Place, system: 'ios' | 'android') => string
}

const pointOf = ({ latitude, longitude }: Place) => `${latitude},${longitude}`

/** What a phone may have; the projects for iOS and Android declare them from this list. */
export const mapApps: readonly MapApp[] = [
  { name: 'Apple Maps', ios: 'maps', href: place => `maps://?daddr=${pointOf(place)}` },
  {
    name: 'Google Maps',
    ios: 'comgooglemaps',
    android: 'com.google.android.apps.maps',
    href: (place, system) =>
      system === 'ios' ? `comgooglemaps://?daddr=${pointOf(place)}` : `google.navigation:q=${pointOf(place)}`,
  },
  {
    name: 'Waze',
    ios: 'waze',
    android: 'com.waze',
    href: place => `waze://?ll=${pointOf(place)}&navigate=yes`,
  },
  {
    name: 'Citymapper',
    ios: 'citymapper',
    android: 'com.citymapper.app.release',
    href: place => `citymapper://directions?endcoord=${pointOf(place)}`,
  },
]
