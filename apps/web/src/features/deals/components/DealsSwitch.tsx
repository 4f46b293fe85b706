import { useNavigate } from '@tanstack/react-router'
import { useText } from '#web/kernel/text/i18n.ts'
import { Segmented } from '#web/ui/Segmented.tsx'
import { dealsSearchOf } from '../deals.search.ts'

export interface DealsSwitchProps {
  communityUri: string
  value: 'list' | 'map'
  /** Ids of the chosen categories, which stay chosen when the view changes. */
  chosenCategoryIds: string[]
}

/** Switches between the list and the map of deals. */
export const DealsSwitch = ({ communityUri: c, value, chosenCategoryIds }: DealsSwitchProps) => {
  const { t } = useText()
  const navigate = useNavigate()
  const go = (to: 'list' | 'map') =>
    void navigate({
      to: to === 'map' ? '/$c/a-proximite' : '/$c/vie-locale',
      params: { c },
      search: dealsSearchOf(chosenCategoryIds),
      replace: true,
    })
  return (
    <Segmented
      label={t('deals.view')}
      options={[
        { value: 'list', label: t('deals.view.list') },
        { value: 'map', label: t('deals.view.map') },
      ]}
      value={value}
      onChange={go}
    />
  )
}
