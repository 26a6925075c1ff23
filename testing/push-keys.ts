/** The keys of pushes in the tests, as the environment has them. They open nothing in the real world. */
export const PUSH_KEYS = {
  VAPID_JWK: JSON.stringify({
    kid: 'test-vapid',
    kty: 'EC',
    x: 'ngGU7knAdpq-I3HkfkSi8XDNVIzgSlwTZz6QGXnxgbc',
    y: 'K-tY66GSl6TshgfuCol_GHLz8tctAEV14dZQL0M6fZg',
    crv: 'P-256',
    d: '7XhRL0p7ZhKnUnwUie61YMq779y1NurNTabzWQ11uyA',
  }),
  FCM_SERVICE_ACCOUNT: JSON.stringify({
    type: 'service_account',
    project_id: 'test-soko',
    client_email: 'push@test-soko.iam.gserviceaccount.com',
    private_key:
      '-----BEGIN PRIVATE KEY-----\nMIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQDYleTUhl25QVB3\nzEwXIO4Xd2LKF3NDO/VOU+JjbPABIWF81642Qj63DqzcKKGog3u08tL38i0OocS2\n6q0Ht+2KdIcMb3KTOOj0U2f127sf0AroujiLcrE3fvjX+FSEv9ISDVlUjLRB9JJR\nojCL2pW9VDT/wubzY+JcWhqEREa7N68HO9MT29lhePcKLeuReSawENjbSkrLI9/t\n55r3NZ52SJdEVNndODvQ3cKwySH10yiYb3uoXk+NN0tYpE74McOM5Jn26kYEHZzc\nLd2YLaejsmtBGH8MpY10Gsib8g1ENkjCcfKsiKLohIG0nD8br67UDm2wRgdo0GUP\n4yNmcuadAgMBAAECggEAHKfgadoJRnyEyATowFqkBcjO8kwd/PRO5Xklx9/e9VdU\nTa8/poAnShMP/eUGVoRm9q72CMYq/febTlRIZnAIZrw6LgQE1cO+1qy+YYIcBP6C\nov4YgyK+ncgX5oM9s36prafEfPJM2zkfrttVrvtRuoYMqRZBdkxt46gsP/nEnfpm\ntzxFGQ3MU9xybILn0s22Lh8G+CFGNnVUbOjh/NzutyUHyhL0wPEa1Fr6Mlr/pw6I\nkHhTz9KmL1uUAnX8DK6WfrvYdesWkcg2LSXauo63VYfCaVjiRLDkY1J8QnVNGUf+\n15HWB2aCteVWw/j5detLf33kSAv1MgaQ9oilDbU9gQKBgQD2cKp/HIt58T3/ji54\n6n3oGW9O0H3U3iQz/D1a1RHKmQJDIvcrNUHm6/mDo/QUGX9t06ThjRsvBy+jhJO6\nIxMBkPE8ueI5GsmiGOnZkbsbOHCZye4nfmkRtJsLonuY71jj68R1mhDKUgosConl\n6DnCxJ3rs/G2yCUJT1PNIjE+vQKBgQDg/L/oE7B2EEjz2qut4qmcp+Vw6bIG3ZJC\noDrFpaQPvHOt0fv2wYiv9gzxc7dxDwOGXTIprQHSBRPO+cRG7ea3b0oofIzc+AH+\nUxMgzHMkZlLqBqvfs7J1L/zuVvosN6nA2ObGwZ3H3Yo6drzVw8ALNtAGDAdmCGSm\nRF2DXlE1YQKBgCEpihfuzGoNZ41jIafNzkGUYqEVd0lU10RTliIJ+AnuSxqjsuUS\nlpqveHUZc/fccoRh7ZcYeOb8LZHwfjyXCbC1Q3ErhmCu1SFF/vnzHV2NW8GmJbEU\n1qi2SALpy34J/0k0acx1ffrrzUid5m6UsGkgMiwMm+M/zZQSI7G//yZ1AoGALeRg\nYL5jaDG6L8OS8U0iu8mji3yfy7a2dtCoLFi1NmCCWBpVAuhHMV1HFpk7+dvOJEIu\nUUHw9R4EBFv+JVmxjgktX0TIluofvfjEFhSeB/a3QvVJacAFztGTDiq/rPVNswCL\nUk98F6Cg6Xv+2LutGJx9oj4h5DYiEagwSvOaLQECgYALhJSl6JrYpEqIv+Tcljvh\ng0KzP0Sl/wcKXp7B0d0MERy+U8bLXxRPVb2y9j9nOz6M8gr8RmFUKAeoe7odk029\nDw0Gwsl6OgECx0aTeVEPvf7hQfbXoEKMnSo8UGCWcLQqU+uS1zZP0JK2WwAFMSrF\n3LtABKvzLRuit8MDSj7Hew==\n-----END PRIVATE KEY-----\n',
  }),
}
