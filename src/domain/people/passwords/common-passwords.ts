/** Passwords that everybody tries first, of the allowed length; in lower case. */
export const COMMON_PASSWORDS = new Set(
  `12345678 123456789 1234567890 87654321 11111111 00000000 12341234 11223344 98765432 12344321 password password1 password12
password123 passw0rd p@ssw0rd p@ssword motdepasse motdepasse1 azertyuiop azerty123 azerty12 azertyui qwertyuiop qwerty123 qwertyui
qwerty12 1q2w3e4r 1q2w3e4r5t zaq12wsx iloveyou iloveyou1 jetaime1 jetaimee bonjour1 bonjour123 bienvenue welcome1 welcome123 abcd1234
abc12345 abcdefgh a1b2c3d4 football football1 baseball superman batman123 dragon123 monkey123 shadow12 master12 princess princesse
sunshine trustno1 letmein1 starwars whatever computer internet samsung1 charlie1 jesus123 jesusjesus jesuschrist kinshasa kinshasa1
kinshasa243 lubumbashi congo123 congo243 congo1234 rdcongo1 bukavu123 goma1234 kigali123 kigali250 rwanda123 rwanda250 admin123
admin1234 administrator changeme secret123 test1234 testtest user1234 marseille liverpool chelsea1 barcelona realmadrid arsenal1
ronaldo7 messi123 michael1 jennifer jordan23 nicolas1 isabelle caroline monamour maman123 mamanmaman papa1234 doudou12 soleil12
loulou12 chouchou pokemon1 naruto12 1234qwer qwer1234 asdfghjk asdfasdf zxcvbnm1 zxcvbnmm google123 facebook1 whatsapp1 mpesa123
vodacom1 airtel123 orange123 dieuestgrand dieumerci mercijesus`.split(/\s+/),
)
