import type { IconName } from '#web/ui/icon-names.ts'

interface Credit {
  name: string
  /** Key of its text without the `about.` prefix: what it is used for, by whom, and its licence. */
  text:
    | 'fluent'
    | 'lucide'
    | 'simpleicons'
    | 'faces'
    | 'openmeteo'
    | 'osm'
    | 'openfreemap'
    | 'maplibre'
    | 'communes'
    | 'geonames'
    | 'team'
    | 'free'
  address?: string
}

/** Third-party work used in the app, grouped by kind. */
export const credits: readonly {
  key: 'pictograms' | 'maps' | 'towns' | 'authors'
  icon: IconName
  to: readonly Credit[]
}[] = [
  {
    key: 'pictograms',
    icon: 'image',
    to: [
      { name: 'Fluent Emoji', text: 'fluent', address: 'https://github.com/microsoft/fluentui-emoji' },
      { name: 'Lucide', text: 'lucide', address: 'https://lucide.dev' },
      { name: 'Simple Icons', text: 'simpleicons', address: 'https://simpleicons.org' },
      { name: 'Hanken Grotesk, Bricolage Grotesque', text: 'faces', address: 'https://fontsource.org' },
    ],
  },
  {
    key: 'maps',
    icon: 'cloud-sun',
    to: [
      { name: 'Open-Meteo', text: 'openmeteo', address: 'https://open-meteo.com' },
      { name: 'OpenStreetMap', text: 'osm', address: 'https://www.openstreetmap.org/copyright' },
      { name: 'OpenFreeMap', text: 'openfreemap', address: 'https://openfreemap.org' },
      { name: 'MapLibre', text: 'maplibre', address: 'https://maplibre.org' },
    ],
  },
  {
    key: 'towns',
    icon: 'landmark',
    to: [
      { name: 'Insee', text: 'communes', address: 'https://www.insee.fr/fr/information/2560452' },
      { name: 'GeoNames', text: 'geonames', address: 'https://www.geonames.org' },
    ],
  },
  {
    key: 'authors',
    icon: 'heart',
    to: [
      { name: 'Parvis', text: 'team' },
      { name: 'Apache License 2.0', text: 'free', address: 'https://www.apache.org/licenses/LICENSE-2.0' },
    ],
  },
]
