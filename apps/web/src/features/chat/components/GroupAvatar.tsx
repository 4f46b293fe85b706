import type { ChatGroup } from '@parvis/contract/chat.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Picto } from '#web/ui/Picto.tsx'
import css from './GroupAvatar.module.css'

/** Avatar of a group: the pictogram of the template of its post, or a general icon without a template. */
export const GroupAvatar = ({ template }: { template: ChatGroup['event']['template'] }) => (
  <span className={css.tile} data-tinted style={{ '--hue': `var(--hue-${template?.hue ?? 'share'})` } as object}>
    {template ? <Picto name={template.picto} /> : <Icon name="users" />}
  </span>
)
