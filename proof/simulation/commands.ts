import { avatars } from './people/accounts/avatars.ts'
import { closing } from './people/accounts/closing.ts'
import { copying } from './people/accounts/copying.ts'
import { entering } from './people/accounts/entering.ts'
import { identity } from './people/accounts/identity.ts'
import { notifying } from './people/accounts/notifying.ts'
import { owning } from './people/accounts/owning.ts'
import { passkeys } from './people/accounts/passkeys.ts'
import { recovering } from './people/accounts/recovering.ts'
import { securing } from './people/accounts/securing.ts'
import { bursts } from './people/bursts.ts'
import { buying } from './people/buying.ts'
import { carrying } from './people/carrying.ts'
import { checkingOut } from './people/checking-out.ts'
import { lying } from './people/lying.ts'
import { adjusting } from './people/money/adjusting.ts'
import { booking } from './people/money/booking.ts'
import { deciding } from './people/money/deciding.ts'
import { earning } from './people/money/earning.ts'
import { prices } from './people/money/prices.ts'
import { refunding } from './people/money/refunding.ts'
import { settling } from './people/money/settling.ts'
import { spending } from './people/money/spending.ts'
import { statements } from './people/money/statements.ts'
import { outsideWorld } from './people/outside.ts'
import type { Commands } from './people/plan.ts'
import { repeating } from './people/repeating.ts'
import { reviewing } from './people/reviewing.ts'
import { catalogue } from './people/selling/catalogue.ts'
import { importing } from './people/selling/importing.ts'
import { oldFilesOfSellers } from './people/selling/old-files.ts'
import { selling } from './people/selling/selling.ts'
import { shopkeeping } from './people/selling/shopkeeping.ts'
import { stocking } from './people/selling/stocking.ts'
import { shelving } from './people/shelving.ts'
import { shopping } from './people/shopping.ts'
import { talking } from './people/talking.ts'
import { blogging } from './people/team/blogging.ts'
import { disputing } from './people/team/disputing.ts'
import { insiders } from './people/team/insider.ts'
import { invoicing } from './people/team/invoicing.ts'
import { moderating } from './people/team/moderating.ts'
import { office } from './people/team/office.ts'
import { reporting } from './people/team/reporting.ts'
import { staffOnUsers } from './people/team/staff-on-users.ts'
import { supporting } from './people/team/supporting.ts'
import { zoning } from './people/team/zoning.ts'

/** Everything that can happen, and how often it does. */
export const COMMANDS: Commands = {
  ...buying,
  ...shopping,
  ...checkingOut,
  ...selling,
  ...shopkeeping,
  ...closing,
  ...copying,
  ...identity,
  ...importing,
  ...oldFilesOfSellers,
  ...carrying,
  ...zoning,
  ...talking,
  ...reviewing,
  ...earning,
  ...office,
  ...reporting,
  ...deciding,
  ...disputing,
  ...lying,
  ...refunding,
  ...supporting,
  ...settling,
  ...insiders,
  ...spending,
  ...booking,
  ...statements,
  ...adjusting,
  ...catalogue,
  ...invoicing,
  ...moderating,
  ...entering,
  ...securing,
  ...passkeys,
  ...recovering,
  ...staffOnUsers,
  ...owning,
  ...avatars,
  ...prices,
  ...stocking,
  ...shelving,
  ...blogging,
  ...notifying,
  ...repeating,
  ...bursts,
  ...outsideWorld,
}
