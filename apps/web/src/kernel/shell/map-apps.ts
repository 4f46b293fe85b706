interface Destination {
  latitude: number
  longitude: number
}

export interface MapApp {
  name: string
  /** The URL scheme of the app on iOS, without `://`. */
  ios?: string
  android?: string
  href: (destination: Destination, system: 'ios' | 'android') => string
}

const formatPoint = ({ latitude, longitude }: Destination) => `${latitude},${longitude}`

/** The supported map apps; the iOS and Android projects generate their app queries from this list. */
export const mapApps: readonly MapApp[] = [
  { name: 'Apple Maps', ios: 'maps', href: destination => `maps://?daddr=${formatPoint(destination)}` },
  {
    name: 'Google Maps',
    ios: 'comgooglemaps',
    android: 'com.google.android.apps.maps',
    href: (destination, system) =>
      system === 'ios'
        ? `comgooglemaps://?daddr=${formatPoint(destination)}`
        : `google.navigation:q=${formatPoint(destination)}`,
  },
  {
    name: 'Waze',
    ios: 'waze',
    android: 'com.waze',
    href: destination => `waze://?ll=${formatPoint(destination)}&navigate=yes`,
  },
  {
    name: 'Citymapper',
    ios: 'citymapper',
    android: 'com.citymapper.app.release',
    href: destination => `citymapper://directions?endcoord=${formatPoint(destination)}`,
  },
]
