interface Place {
  latitude: number
  longitude: number
}

export interface MapApp {
  name: string
  /** Its URL scheme without `://`; the iOS project must declare it so that it can be queried. */
  ios?: string
  /** Its package; the Android project must declare it so that it is visible. */
  android?: string
  href: (place: Place, system: 'ios' | 'android') => string
}

const pointOf = ({ latitude, longitude }: Place) => `${latitude},${longitude}`

/** The supported apps; the iOS and Android projects generate their declarations from this list. */
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
