import type { Community } from '@parvis/contract/community.ts'
import type { Translate } from '#web/kernel/text/i18n.ts'
import type { Tab } from '#web/ui/TabBar.tsx'

/** The tabs of a community: those whose flag it has and that its viewer may open. */
export const tabsOf = (
  community: Pick<Community, 'customUri' | 'gooddeal'>,
  abilities: { seeDeals: boolean },
  t: Translate,
): Tab[] => {
  const params = { c: community.customUri }
  return [
    { key: 'live', label: t('community.tab.live'), icon: 'newspaper', target: { to: '/$c/actualites', params } },
    ...(community.gooddeal && abilities.seeDeals
      ? [
          {
            key: 'deals',
            label: t('community.tab.deals'),
            icon: 'store',
            target: { to: '/$c/vie-locale', params },
          } satisfies Tab,
        ]
      : []),
  ]
}
