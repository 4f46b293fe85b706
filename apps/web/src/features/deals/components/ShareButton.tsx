import type { Deal } from '@parvis/contract/deals.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useShare } from '#web/ui/use-share.tsx'
import { publicPath, titleOf } from '../deal-facts.ts'

/** Shares the URL of the public page of a deal. */
export const ShareButton = ({ deal }: { deal: Deal }) => {
  const { t, language } = useText()
  const { share, sheet } = useShare()
  const shareDeal = () =>
    share({
      title: titleOf(language, deal),
      url: new URL(publicPath(deal), import.meta.env.VITE_SERVER || location.origin).href,
      note: t('deals.share.note'),
      photoUri: deal.photo?.uri,
    })
  return (
    <>
      <IconButton icon="share-2" label={t('deals.share')} onClick={shareDeal} />
      {sheet}
    </>
  )
}
