import { Haptics, ImpactStyle } from '@capacitor/haptics'

export const feelAnswer = (): Promise<void> => Haptics.impact({ style: ImpactStyle.Light }).catch(() => {})
