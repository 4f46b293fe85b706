import { Button } from './Button.tsx'
import { Notice, type NoticeProps } from './Notice.tsx'

export interface RestoredNoticeProps extends Pick<NoticeProps, 'icon'> {
  text: string
  /** Label of the button that discards the draft. */
  label: string
  onDiscard: () => void
}

/** Says above a form that it began with the draft of an earlier visit, and offers to discard the draft. */
export const RestoredNotice = ({ text, label, onDiscard, icon = 'clock' }: RestoredNoticeProps) => (
  <Notice
    kind="calm"
    icon={icon}
    action={
      <Button kind="quiet" size="s" onClick={onDiscard}>
        {label}
      </Button>
    }
  >
    {text}
  </Notice>
)
