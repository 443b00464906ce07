import { describe, expect, it } from 'vitest';
import { REGISTER_CSV_HEAD, registerCsvLine } from './registerCsv';
import type { RegisterEntry } from './registerEntry';

describe('the register as CSV', () => {
  it('has a byte order mark, a line of names, and CR LF at each end', () => {
    expect(REGISTER_CSV_HEAD).toBe(
      '\uFEFFstatus,missing,source,sourceName,sourceApplication,sourceApplicationName,sourceCriticalityTier,sourceIsExternal,' +
        'target,targetName,targetApplication,targetApplicationName,targetCriticalityTier,targetIsExternal,' +
        'dependencyType,mode,protocol,transportEncryption,endpointAuthMethod,isExternal,personalData,isUnprotected,dependencyId\r\n',
    );
    const application = { id: 'a', technicalName: 'shop', name: 'Shop, the', criticalityTier: 'MissionCritical' } as const;
    const entry: RegisterEntry = {
      dependencyId: 'd',
      status: 'gap',
      missing: ['protocol', 'endpointAuthMethod'],
      source: { componentId: 's', technicalName: 'web', name: '=web', isExternal: false, application },
      target: { componentId: 't', technicalName: 'pay', name: 'Payments', isExternal: true, application },
      dependencyType: 'Calls',
      mode: 'Hard',
      protocol: null,
      transportEncryption: 'TLS 1.3',
      endpointAuthMethod: '',
      isExternal: true,
      personalData: false,
      isUnprotected: true,
      unknownWords: [],
      dataClass: null,
    };
    expect(registerCsvLine(entry)).toBe(
      'gap,protocol endpointAuthMethod,web,\'=web,shop,"Shop, the",MissionCritical,false,pay,Payments,shop,"Shop, the",MissionCritical,true,Calls,Hard,,TLS 1.3,"",true,false,true,d\r\n',
    );
  });
});
