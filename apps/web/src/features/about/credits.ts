import type { IconName } from '#web/ui/icon-names.ts'

interface Credit {
  name: string
  /** Text key without the `about.` prefix: the use of the work, its authors and its licence. */
  textKey:
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

export const credits: readonly {
  key: 'pictograms' | 'maps' | 'towns' | 'authors'
  icon: IconName
  items: readonly Credit[]
}[] = [
  {
    key: 'pictograms',
    icon: 'image',
    items: [
      { name: 'Fluent Emoji', textKey: 'fluent', url: 'https://github.com/microsoft/fluentui-emoji' },
      { name: 'Lucide', textKey: 'lucide', url: 'https://lucide.dev' },
      { name: 'Simple Icons', textKey: 'simpleicons', url: 'https://simpleicons.org' },
      { name: 'Hanken Grotesk, Bricolage Grotesque', textKey: 'faces', url: 'https://fontsource.org' },
    ],
  },
  {
    key: 'maps',
    icon: 'cloud-sun',
    items: [
      { name: 'Open-Meteo', textKey: 'openmeteo', url: 'https://open-meteo.com' },
      { name: 'OpenStreetMap', textKey: 'osm', url: 'https://www.openstreetmap.org/copyright' },
      { name: 'OpenFreeMap', textKey: 'openfreemap', url: 'https://openfreemap.org' },
      { name: 'MapLibre', textKey: 'maplibre', url: 'https://maplibre.org' },
    ],
  },
  {
    key: 'towns',
    icon: 'landmark',
    items: [
      { name: 'Insee', textKey: 'communes', url: 'https://www.insee.fr/fr/information/2560452' },
      { name: 'GeoNames', textKey: 'geonames', url: 'https://www.geonames.org' },
    ],
  },
  {
    key: 'authors',
    icon: 'heart',
    items: [
      { name: 'Parvis', textKey: 'team' },
      { name: 'Apache License 2.0', textKey: 'free', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    ],
  },
]
