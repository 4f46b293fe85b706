package org.parvis.app;

import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {}
