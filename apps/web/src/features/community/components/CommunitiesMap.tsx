import type { City } from '@parvis/contract/find.ts'
import { useEffect } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { MapPane } from '#web/ui/map/MapPane.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { useNearbyCommunitiesMap } from '../near-map.ts'
import { useLocateViewer } from '../use-near-me.ts'

export interface CommunitiesMapProps {
  /** The map moves to this town when the prop changes. */
  town?: City
  chosenId: string | null
  onChoose: (id: string) => void
  onPick: (customUri: string) => void
}

/** The map beside the list: the first tap on a pin selects its community, a second tap opens the community. */
export const CommunitiesMap = ({ town, chosenId, onChoose, onPick }: CommunitiesMapProps) => {
  const { t } = useText()
  const { places, map, goTo } = useNearbyCommunitiesMap()
  const { busy, error, locate } = useLocateViewer()
  useEffect(() => {
    if (town) goTo({ type: 'Point', coordinates: [town.longitude, town.latitude] })
    // Runs only when the town changes; otherwise the map would return to the town each time the user moves the
    // map.
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
        picture: <Avatar name={name} photoUri={logoUri} size="s" subject="place" />,
      }))}
      chosen={chosenId}
      onChoose={id => {
        const found = places.find(({ _id }) => _id === id)
        if (found && id === chosenId) onPick(found.customUri)
        else onChoose(id)
      }}
      onLocate={locate}
      locating={busy}
    />
  )
}
