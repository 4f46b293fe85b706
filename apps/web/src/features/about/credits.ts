import type { IconName } from '#web/ui/icon-names.ts'

interface Credit {
  name: string
  /** Text key without the `about.` prefix: the use of the work, its authors and its licence. */
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
  url?: string
}

/** Third-party work used in the app, grouped by kind. */
export const credits: readonly {
  key: 'pictograms' | 'maps' | 'towns' | 'authors'
  icon: IconName
  items: readonly Credit[]
}[] = [
  {
    key: 'pictograms',
    icon: 'image',
    items: [
      { name: 'Fluent Emoji', text: 'fluent', url: 'https://github.com/microsoft/fluentui-emoji' },
      { name: 'Lucide', text: 'lucide', url: 'https://lucide.dev' },
      { name: 'Simple Icons', text: 'simpleicons', url: 'https://simpleicons.org' },
      { name: 'Hanken Grotesk, Bricolage Grotesque', text: 'faces', url: 'https://fontsource.org' },
    ],
  },
  {
    key: 'maps',
    icon: 'cloud-sun',
    items: [
      { name: 'Open-Meteo', text: 'openmeteo', url: 'https://open-meteo.com' },
      { name: 'OpenStreetMap', text: 'osm', url: 'https://www.openstreetmap.org/copyright' },
      { name: 'OpenFreeMap', text: 'openfreemap', url: 'https://openfreemap.org' },
      { name: 'MapLibre', text: 'maplibre', url: 'https://maplibre.org' },
    ],
  },
  {
    key: 'towns',
    icon: 'landmark',
    items: [
      { name: 'Insee', text: 'communes', url: 'https://www.insee.fr/fr/information/2560452' },
      { name: 'GeoNames', text: 'geonames', url: 'https://www.geonames.org' },
    ],
  },
  {
    key: 'authors',
    icon: 'heart',
    items: [
      { name: 'Parvis', text: 'team' },
      { name: 'Apache License 2.0', text: 'free', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    ],
  },
]
