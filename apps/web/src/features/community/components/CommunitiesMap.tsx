import type { City } from '@parvis/contract/find.ts'
import { useEffect } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { MapPane } from '#web/ui/map/MapPane.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { useNearMap } from '../near-map.ts'
import { useNearMe } from '../use-near-me.ts'

export interface CommunitiesMapProps {
  /** The map moves to this town when the prop changes. */
  town?: City
  chosen: string | null
  onChoose: (id: string) => void
  onPick: (customUri: string) => void
}

/** The map beside the list: the first tap selects a pin, a second one opens its community. */
export const CommunitiesMap = ({ town, chosen, onChoose, onPick }: CommunitiesMapProps) => {
  const { t } = useText()
  const { places, map, goTo } = useNearMap()
  const { busy, error, locate } = useNearMe()
  useEffect(() => {
    if (town) goTo({ type: 'Point', coordinates: [town.longitude, town.latitude] })
    // The map moves to a town once, not again whenever somebody moves the map.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [town])
  const { kind, text } = error ?? {}
  useEffect(() => {
    if (kind && text) return showToast({ kind, text, cause: 'whereabouts' })
  }, [kind, text])
  return (
    <MapPane
      {...map}
      label={t('find.map.label')}
      places={places.map(({ _id, name, loc, logoUri }) => ({
        id: _id,
        name,
        point: loc,
        picture: <Avatar name={name} photoUri={logoUri} size="s" shape="place" />,
      }))}
      chosen={chosen}
      onChoose={id => {
        const found = places.find(({ _id }) => _id === id)
        if (found && id === chosen) onPick(found.customUri)
        else onChoose(id)
      }}
      onLocate={locate}
      locating={busy}
    />
  )
}
