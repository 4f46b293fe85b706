import { thisBrowser } from './this-browser.ts'
import { thisPhone } from './this-phone.ts'
import type { PushDevice } from './push-device.ts'

export const thisDevice: PushDevice = import.meta.env.VITE_SERVER ? thisPhone : thisBrowser
