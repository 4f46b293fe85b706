import { flagUser, type Person } from '@parvis/contract/profile.ts'
import { useParams } from '@tanstack/react-router'
import { call } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { useReport } from '#web/ui/use-report.tsx'
import { ActionButton, ActionList } from '#web/ui/ActionList.tsx'
import { profileName } from '../person-name.ts'

/** The rarely used actions: report and block. */
export const PersonActions = ({ person, onBlock }: { person: Person; onBlock: () => void }) => {
  const { t } = useText()
  const { c = '' } = useParams({ strict: false })
  const { report, dialog } = useReport(c)
  const { _id: id, abilities } = person
  if (!abilities.flag && !abilities.block) return null
  const openReport = () =>
    report({
      kind: 'user',
      id,
      name: profileName(person),
      send: why => call(flagUser, { params: { id }, body: why }),
    })
  return (
    <>
      <ActionList label={t('people.acts')}>
        {abilities.flag && <ActionButton plain icon="flag" title={t('people.flag')} busy={false} onAct={openReport} />}
        {abilities.block && (
          <ActionButton
            icon="ban"
            title={t('people.block')}
            detail={t('people.block.text', { gender: person.gender ?? 'other' })}
            busy={false}
            onAct={onBlock}
          />
        )}
      </ActionList>
      {dialog}
    </>
  )
}
